{-# LANGUAGE FlexibleContexts, FlexibleInstances, MultiParamTypeClasses #-}

-- | SmallCheck: values by depth. Depths are searched one after the other, each from its start. Functions of numbers are left out: at the
-- first depth at which the properties fail, there are too many of them.
module Main (main) where

import Counted
import Data.Maybe (isJust)
import Subjects
import Test.SmallCheck
import Test.SmallCheck.Drivers (smallCheckM)
import Test.SmallCheck.Series (Serial (..), cons1, cons2, list, (\/))

instance Monad m => Serial m Expr where
  series = cons1 Val \/ cons2 Add

main :: IO ()
main = do
  sayCounts "by depth: Vec<i32>, newer rule" [length (list depth series :: [[Int]]) | depth <- [0 .. 5]]
  row "sort keeps counts" sortKeepsCounts
  row "rotate and back" rotateAndBack
  row "merge keeps elements" mergeKeepsElements
  row "map and filter, bool" (\(f, p, xs) -> mapAndFilter (f :: Bool -> Bool) p xs)
  row "union commutes" unionCommutes

row :: (Show a, Serial IO a) => String -> (a -> Bool) -> IO ()
row name holds = do
  (tests, found) <- search cap (refuted 0)
  if found then say name "tests" tests else return ()
  where
    refuted depth = do
      failure <- smallCheckM depth (counted holds)
      if isJust failure then return True else refuted (depth + 1)
