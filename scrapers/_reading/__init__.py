"""Parts of layouts: `Cells` declares a layout of marked cells, and other layouts use its parts."""
