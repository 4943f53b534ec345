"""The machinery that the puzzle kinds share; `solvers` exports what others may use."""
