-- | Lazy SmallCheck: values by depth, as far as the property looks at them. It prints what it finds and ends the program.
module Main (main) where

import Control.Exception (try)
import Counted
import Subjects
import System.Exit (ExitCode)
import Test.LazySmallCheck

instance Serial Expr where
  series = cons1 Val \/ cons2 Add

newtype Digit = Digit Int
  deriving (Eq, Ord, Show)

instance Serial Digit where
  series = foldr1 (\/) [cons0 (Digit digit) | digit <- [0 .. 9]]

main :: IO ()
main = do
  row "sort keeps counts" sortKeepsCounts
  row "rotate and back" rotateAndBack
  row "merge keeps elements" mergeKeepsElements
  row "union commutes" unionCommutes
  -- It is sorted or it is not: a property that holds, and looks at as much as it takes to know.
  (tests, _) <- search maxBound (False <$ depthCheck 10 (counted (\list -> sorted (list :: [Digit]) || True)))
  say "sortedness, lazily" "tests_lazy" tests
  where
    sorted list = and (zipWith (<=) list (drop 1 list))

row :: (Show a, Serial a) => String -> (a -> Bool) -> IO ()
row name holds = do
  (tests, found) <- search cap (refuted 0)
  if found then say name "tests_lazy" tests else return ()
  where
    refuted depth = do
      ended <- try (depthCheck depth (counted holds))
      case ended :: Either ExitCode () of
        Left _ -> return True
        Right () -> refuted (depth + 1)
