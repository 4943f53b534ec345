"""The reader of pages never seen before: it knows no markup, only what a person sees.

`LOOK` is the JavaScript that looks at a document or at one element; its result is the state of a snapshot. `guess`
finds the boards of such a snapshot, makes hypotheses about what they show, and has each solved. If exactly one answer
is left over all hypotheses with exactly one solution, that is the `answer`. `GuessedLayout` makes a layout of it, whose
entry is `Learned`, and `GuessedSite` a site for pages that no module knows.
"""
