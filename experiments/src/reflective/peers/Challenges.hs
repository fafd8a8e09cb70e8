{-# LANGUAGE DeriveGeneric #-}

-- | The five challenges of the table, for QuickCheck: `challenges NAME RUNS` prints the size of what each run shrinks to.
--
-- The generators are those of the folder above. Shrinking is `genericShrink`, which is derived from the types; names and
-- numbers shrink as QuickCheck has it, but a name is not empty.
module Main (main) where

import Control.Monad (forM_)
import Data.Bits (shiftL)
import Data.Int (Int16)
import Data.IORef
import Data.List (sort)
import GHC.Generics (Generic)
import System.Environment (getArgs)
import Test.QuickCheck hiding (Function, elements)
import qualified Test.QuickCheck as QuickCheck
import Test.QuickCheck.Random (mkQCGen)

-- binheap

data Heap = Empty | Heap Int Heap Heap deriving (Eq, Show, Generic)

instance Arbitrary Heap where
  arbitrary = sized (\size -> heap (-size) size size)
  shrink = genericShrink

heap :: Int -> Int -> Int -> Gen Heap
heap least most size
  | size == 0 = pure Empty
  | otherwise = frequency [(1, pure Empty), (7, node)]
  where
    node = do
      root <- choose (least, most)
      Heap root <$> heap root most (size `div` 2) <*> heap root most (size `div` 2)

elements :: Heap -> [Int]
elements Empty = []
elements (Heap root left right) = root : elements left ++ elements right

merge :: Heap -> Heap -> Heap
merge Empty other = other
merge one Empty = one
merge one@(Heap first left right) other@(Heap second left' right')
  | first <= second = Heap first (merge right other) left
  | otherwise = Heap second (merge right' one) left'

heapFails :: Heap -> Bool
heapFails it = ordered minBound it && takenOut it /= sort (elements it)
  where
    ordered _ Empty = True
    ordered least (Heap root left right) = root >= least && ordered root left && ordered root right
    takenOut Empty = []
    takenOut (Heap root left right) = root : elements (merge left right)

-- bound5

newtype Five = Five ([Int16], [Int16], [Int16], [Int16], [Int16]) deriving (Show, Generic)

instance Arbitrary Five where
  arbitrary = Five <$> ((,,,,) <$> list <*> list <*> list <*> list <*> list)
    where
      list = sized (\size -> upTo size (number size))
      number size = fromIntegral <$> choose (max (-32768) (-largest size), min 32767 (largest size))
      largest size = shiftL 1 (min 16 (size `div` 2)) :: Int
  shrink = genericShrink

lists :: Five -> [[Int16]]
lists (Five (a, b, c, d, e)) = [a, b, c, d, e]

fiveFails :: Five -> Bool
fiveFails it = all ((< 256) . sum) (lists it) && sum (concat (lists it)) >= 5 * 256

-- calculator

data Term = C Int | Plus Term Term | Over Term Term deriving (Show, Generic)

instance Arbitrary Term where
  arbitrary = sized (\size -> term size size)
  shrink = genericShrink

term :: Int -> Int -> Gen Term
term most size = frequency ((1, C <$> choose (-most, most)) : [(size - 1, of' two) | size > 1, of' <- [fmap (uncurry Plus), fmap (uncurry Over)]])
  where
    two = (,) <$> term most (size `div` 2) <*> term most (size `div` 2)

value :: Term -> Maybe Int
value (C number) = Just number
value (Plus left right) = (+) <$> value left <*> value right
value (Over left right) = do
  divisor <- value right
  dividend <- value left
  if divisor == 0 then Nothing else Just (dividend `div` divisor)

termFails :: Term -> Bool
termFails it = not (literal it) && value it == Nothing
  where
    literal (C _) = False
    literal (Over _ (C 0)) = True
    literal (Over left right) = literal left || literal right
    literal (Plus left right) = literal left || literal right

termSize :: Term -> Int
termSize (C _) = 1
termSize (Plus left right) = 1 + termSize left + termSize right
termSize (Over left right) = 1 + termSize left + termSize right

-- parser. Names are words, so what is written is read back but for the two bugs of the reader.

newtype Name = Name String deriving (Eq, Show)

instance Arbitrary Name where
  arbitrary = sized (\size -> do
    length' <- choose (1, max 1 size)
    Name <$> vectorOf length' (QuickCheck.elements "abc123"))
  shrink (Name name) = [Name shorter | shorter <- shrink name, not (null shorter)]

data Program = Program [Module] [Function] deriving (Eq, Show, Generic)

data Module = Module [Name] [Name] deriving (Eq, Show, Generic)

data Function = Function Name [Expression] [Statement] deriving (Eq, Show, Generic)

data Statement = Assign Name Expression | Alloc Name Expression | Return Expression deriving (Eq, Show, Generic)

data Expression
  = Truth Bool
  | Number Int
  | Not Expression
  | And Expression Expression
  | Or Expression Expression
  | Add Expression Expression
  | Sub Expression Expression
  | Mul Expression Expression
  | Div Expression Expression
  deriving (Eq, Show, Generic)

instance Arbitrary Program where
  arbitrary = sized (\size -> Program <$> upTo size arbitrary <*> upTo size arbitrary)
  shrink = genericShrink

instance Arbitrary Module where
  arbitrary = sized (\size -> Module <$> upTo size arbitrary <*> upTo size arbitrary)
  shrink = genericShrink

instance Arbitrary Function where
  arbitrary = sized (\size -> Function <$> arbitrary <*> upTo size arbitrary <*> upTo size arbitrary)
  shrink = genericShrink

instance Arbitrary Statement where
  arbitrary = oneof [Return <$> arbitrary, Assign <$> arbitrary <*> arbitrary, Alloc <$> arbitrary <*> arbitrary]
  shrink = genericShrink

instance Arbitrary Expression where
  arbitrary = sized (\size -> expression size size)
  shrink = genericShrink

expression :: Int -> Int -> Gen Expression
expression most size = frequency (leaves ++ if size > 1 then (10, Not <$> expression most (size - 1)) : binary else [])
  where
    leaves = [(1, Truth <$> arbitrary), (1, Number <$> choose (-most, most))]
    binary = [(100, of' <$> half <*> half) | of' <- [And, Or, Add, Sub, Mul, Div]]
    half = expression most (size `div` 2)

readBack :: Expression -> Expression
readBack it = case it of
  Not inner -> Not (readBack inner)
  And left right -> And (readBack right) (readBack left)
  Or left right -> And (readBack right) (readBack left)
  Add left right -> Add (readBack left) (readBack right)
  Sub left right -> Sub (readBack left) (readBack right)
  Mul left right -> Mul (readBack left) (readBack right)
  Div left right -> Div (readBack left) (readBack right)
  leaf -> leaf

expressions :: Program -> [Expression]
expressions (Program _ functions) = concat [arguments ++ map of' statements | Function _ arguments statements <- functions]
  where
    of' (Assign _ it) = it
    of' (Alloc _ it) = it
    of' (Return it) = it

programFails :: Program -> Bool
programFails = any (\it -> readBack it /= it) . expressions

programSize :: Program -> Int
programSize it@(Program modules functions) = names + statements + sum (map size (expressions it))
  where
    names = sum [length imports + length exports | Module imports exports <- modules]
    statements = sum [length these | Function _ _ these <- functions]
    size (Truth _) = 1
    size (Number _) = 1
    size (Not inner) = 1 + size inner
    size (And left right) = 1 + size left + size right
    size (Or left right) = 1 + size left + size right
    size (Add left right) = 1 + size left + size right
    size (Sub left right) = 1 + size left + size right
    size (Mul left right) = 1 + size left + size right
    size (Div left right) = 1 + size left + size right

-- reverse

newtype Numbers = Numbers [Int] deriving (Show, Generic)

instance Arbitrary Numbers where
  arbitrary = sized (\size -> Numbers <$> upTo size (choose (-size, size)))
  shrink = genericShrink

upTo :: Int -> Gen a -> Gen [a]
upTo size of' = choose (0, size) >>= \length' -> vectorOf length' of'

-- | Runs a challenge this often, and prints the size of what was the last to fail in each run.
challenge :: (Arbitrary a, Show a) => Int -> (a -> Bool) -> (a -> Int) -> IO ()
challenge runs fails size = forM_ [1 .. runs] $ \run -> do
  last' <- newIORef Nothing
  let limits = stdArgs {replay = Just (mkQCGen run, 0), maxSuccess = 10000, maxSize = 30, chatty = False}
  _ <- quickCheckWithResult limits (\it -> whenFail' (writeIORef last' (Just (size it))) (not (fails it)))
  readIORef last' >>= maybe (pure ()) print

main :: IO ()
main = do
  [name, runs] <- getArgs
  let go :: (Arbitrary a, Show a) => (a -> Bool) -> (a -> Int) -> IO ()
      go = challenge (read runs)
  case name of
    "binheap" -> go heapFails (\it -> 2 * length (elements it) + 1)
    "bound5" -> go fiveFails (length . concat . lists)
    "calculator" -> go termFails termSize
    "parser" -> go programFails programSize
    "reverse" -> go (\(Numbers it) -> reverse it /= it) (\(Numbers it) -> length it)
    _ -> fail ("there is no challenge " ++ name)
