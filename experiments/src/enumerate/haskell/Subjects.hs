-- | The false properties by which LeanCheck is explained, under the names of the rows of the experiment.
module Subjects where

-- | Hutton's razor.
data Expr = Val Int | Add Expr Expr
  deriving (Eq, Show)

-- | It drops elements that are there already.
sort :: Ord a => [a] -> [a]
sort [] = []
sort (x : xs) = sort (filter (< x) xs) ++ [x] ++ sort (filter (> x) xs)

sortKeepsCounts :: (Int, [Int]) -> Bool
sortKeepsCounts (x, xs) = count (sort xs) == count xs
  where
    count = length . filter (== x)

rotateAndBack :: (Expr, Expr, Expr) -> Bool
rotateAndBack (one, two, three) = right (left before) == before
  where
    before = Add one (Add two three)
    left (Add a (Add b c)) = Add (Add a b) c
    left other = other
    -- Two parts are swapped.
    right (Add (Add a b) c) = Add a (Add c b)
    right other = other

-- | Of what is left of the first list at the end of the second, it takes only two.
merge :: Ord a => [a] -> [a] -> [a]
merge xs [] = take 2 xs
merge [] ys = ys
merge (x : xs) (y : ys)
  | x <= y = x : merge xs (y : ys)
  | otherwise = y : merge (x : xs) ys

mergeKeepsElements :: (Int, [Int], [Int]) -> Bool
mergeKeepsElements (x, xs, ys) = (x `elem` xs ++ ys) == (x `elem` merge xs ys)

mapAndFilter :: Eq a => (a -> a) -> (a -> Bool) -> [a] -> Bool
mapAndFilter f p xs = filter p (map f xs) == map f (filter p xs)

foldrIsFoldl :: (Int -> Int -> Int) -> Int -> [Int] -> Bool
foldrIsFoldl f last xs = foldr f last xs == foldl f last xs

-- | An element of the second list that is not in the first comes once.
union :: Eq a => [a] -> [a] -> [a]
union xs ys = foldl (\all y -> if y `elem` all then all else all ++ [y]) xs ys

unionCommutes :: ([Int], [Int]) -> Bool
unionCommutes (xs, ys) = union xs ys == union ys xs
