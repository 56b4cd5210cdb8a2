export const longestSubject: number
export function subjectFault(message: string): string | undefined
