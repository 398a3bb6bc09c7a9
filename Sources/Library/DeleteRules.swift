// One import for a user's test, or for the author of a store who holds it to scenarios.

@_exported public import DeleteCalls
@_exported public import DeleteMatrix
@_exported public import ModelCheck
@_exported public import ModelDeletes
@_exported public import ModelFiles
@_exported public import ObjectGraph
@_exported public import Scenarios
@_exported public import SourceText
