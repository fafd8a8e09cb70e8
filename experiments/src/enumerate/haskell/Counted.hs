-- | How many times a property is asked, whatever asks it: counted beside the property, as each library counts in its own way.
module Counted (counted, search, say, sayCounts, cap) where

import Control.Exception (ErrorCall (..), evaluate, throwIO, try)
import Data.IORef
import System.IO (hFlush, stdout)
import System.IO.Unsafe (unsafePerformIO)

-- | No search for a counterexample asks more often.
cap :: Int
cap = 1000000

-- | How often a property was asked, and how often it may be.
counter :: IORef (Int, Int)
counter = unsafePerformIO (newIORef (0, cap))
{-# NOINLINE counter #-}

-- | The same property, which counts.
counted :: (a -> Bool) -> a -> Bool
counted holds value = unsafePerformIO $ do
  (asked, most) <- readIORef counter
  if asked >= most then throwIO (ErrorCall "asked too often") else writeIORef counter (asked + 1, most)
  return (holds value)
{-# NOINLINE counted #-}

-- | How often properties are asked by a search, which says whether it found anything; and whether it did, within this many tests.
search :: Int -> IO Bool -> IO (Int, Bool)
search most run = do
  writeIORef counter (0, most)
  found <- try (run >>= evaluate)
  (asked, _) <- readIORef counter
  return (asked, either (\ErrorCall {} -> False) id found)

-- | A figure, as a line for the experiment: row, metric, value.
say :: Show number => String -> String -> number -> IO ()
say row metric value = line ("figure\t" ++ row ++ "\t" ++ metric ++ "\t" ++ show value)

-- | How many values there are of each size, one after the other.
sayCounts :: String -> [Int] -> IO ()
sayCounts row counts = line ("counts\t" ++ row ++ "\t" ++ unwords (map show counts))

line :: String -> IO ()
line text = putStrLn text >> hFlush stdout
