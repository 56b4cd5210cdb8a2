// How long the subject of a commit may be. Plain JavaScript: the hook runs it on any Node.js.
export const longestSubject = 72

/** What is wrong with the first line of a commit's message; undefined where nothing is. @param {string} message */
export function subjectFault(message) {
  const subject = message.split('\n')[0] ?? ''
  // Git's own words, which go when the branch is put in order.
  if (/^(?:Merge |Revert "|fixup! |squash! |amend! )/.test(subject) || subject.length <= longestSubject)
    return undefined
  return `a subject has at most ${longestSubject} characters, this one ${subject.length}: ${subject}`
}
