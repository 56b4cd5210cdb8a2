/** Who said something, and how old that is. */
export const ages = {
  SourceAge: '@@source@@ · @@age@@',
  SourceLive: '@@source@@ · @@age@@ · live',
  SourceUnanswered: '@@source@@ · @@age@@ · no answer since',
} as const
