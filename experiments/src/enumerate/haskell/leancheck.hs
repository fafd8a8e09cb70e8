{-# LANGUAGE CPP #-}

-- | LeanCheck: values by tiers. Where the library is not installed, the definitions of the paper stand in for it (Braquehais, Tools for
-- discovery, refinement and generalization of functional properties by enumerative testing: chapter on LeanCheck).
module Main (main) where

import Counted
import Subjects
#ifdef INSTALLED
import Test.LeanCheck
#else

class Listable a where
  tiers :: [[a]]

instance Listable Int where
  tiers = map (: []) ([0, -1 ..] `interleave` [1 ..])

instance Listable Bool where
  tiers = [[False, True]]

instance (Listable a, Listable b) => Listable (a, b) where
  tiers = tiers >< tiers

instance (Listable a, Listable b, Listable c) => Listable (a, b, c) where
  tiers = mapT (\(x, (y, z)) -> (x, y, z)) tiers

instance Listable a => Listable [a] where
  tiers = cons0 [] \/ cons2 (:)

interleave :: [a] -> [a] -> [a]
[] `interleave` ys = ys
(x : xs) `interleave` ys = x : (ys `interleave` xs)

(\/) :: [[a]] -> [[a]] -> [[a]]
xss \/ [] = xss
[] \/ yss = yss
(xs : xss) \/ (ys : yss) = (xs ++ ys) : (xss \/ yss)

(><) :: [[a]] -> [[b]] -> [[(a, b)]]
_ >< [] = []
[] >< _ = []
(xs : xss) >< yss = map (\ys -> [(x, y) | x <- xs, y <- ys]) yss \/ delay (xss >< yss)

delay :: [[a]] -> [[a]]
delay = ([] :)

mapT :: (a -> b) -> [[a]] -> [[b]]
mapT = map . map

cons0 :: a -> [[a]]
cons0 x = [[x]]

cons1 :: Listable a => (a -> b) -> [[b]]
cons1 f = delay (mapT f tiers)

cons2 :: (Listable a, Listable b) => (a -> b -> c) -> [[c]]
cons2 f = delay (mapT (uncurry f) tiers)
#endif

instance Listable Expr where
  tiers = cons1 Val \/ cons2 Add

main :: IO ()
main = do
  counts "tiers: i32" (tiers :: [[Int]])
  counts "tiers: (i32, i32)" (tiers :: [[(Int, Int)]])
  counts "tiers: (i32, i32, i32)" (tiers :: [[(Int, Int, Int)]])
  counts "tiers: Vec<i32>" (tiers :: [[[Int]]])
  counts "tiers: Vec<bool>" (tiers :: [[[Bool]]])
  counts "tiers: Vec<Vec<i32>>" (tiers :: [[[[Int]]]])
  counts "tiers: Expr" (tiers :: [[Expr]])
  row "sort keeps counts" sortKeepsCounts
  row "rotate and back" rotateAndBack
  row "merge keeps elements" mergeKeepsElements
  row "union commutes" unionCommutes
  where
    counts name values = sayCounts name (map length (take 9 values))

row :: Listable a => String -> (a -> Bool) -> IO ()
row name holds = do
  (tests, found) <- search cap (return (not (all (counted holds) (concat tiers))))
  if found then say name "tests" tests else return ()
