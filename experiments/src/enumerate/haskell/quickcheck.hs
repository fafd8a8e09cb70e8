-- | QuickCheck: values at random, from a hundred seeds.
module Main (main) where

import Counted
import Subjects
import Test.QuickCheck
import Test.QuickCheck.Random (mkQCGen)

instance Arbitrary Expr where
  arbitrary = sized exprs
    where
      exprs 0 = Val <$> arbitrary
      exprs size = oneof [Val <$> arbitrary, Add <$> exprs (size `div` 2) <*> exprs (size `div` 2)]

seeds, most :: Int
seeds = 100
most = 10000

main :: IO ()
main = do
  row "sort keeps counts" sortKeepsCounts
  row "rotate and back" rotateAndBack
  row "merge keeps elements" mergeKeepsElements
  row "map and filter, i32" (\(f, p, xs) -> mapAndFilter (applyFun f :: Int -> Int) (applyFun p) xs)
  row "map and filter, bool" (\(f, p, xs) -> mapAndFilter (applyFun f :: Bool -> Bool) (applyFun p) xs)
  row "foldr is foldl" (\(f, last, xs) -> foldrIsFoldl (applyFun2 f) last xs)
  row "union commutes" unionCommutes

row :: (Show a, Arbitrary a) => String -> (a -> Bool) -> IO ()
row name holds = do
  results <- mapM run [1 .. seeds]
  say name "tests_random" (fromIntegral (sum (map fst results)) / fromIntegral seeds :: Double)
  say name "found_random" (fromIntegral (length (filter snd results)) / fromIntegral seeds :: Double)
  where
    run seed = search cap (not . isSuccess <$> quickCheckWithResult (arguments seed) (counted holds))
    arguments seed =
      stdArgs {replay = Just (mkQCGen seed, 0), maxSuccess = most, chatty = False, maxShrinks = 0}
