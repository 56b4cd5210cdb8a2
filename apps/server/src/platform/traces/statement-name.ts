const names = new Map<string, string>()
const mostNames = 2_000

/** What a statement does and to which table, 'select sim': nothing else of it, and never a value. */
export function statementName(text: string): string {
  const known = names.get(text)
  if (known) return known
  const [, verb = 'other'] =
    /^\s*(?:with\b[\s\S]*?\)\s*)?(select|insert|update|delete|begin|commit|rollback|lock)\b/i.exec(text) ?? []
  const [, table] = /\b(?:from|into|update|table)\s+"?(?:jobs"?\."?)?([a-z_]\w*)/i.exec(text) ?? []
  const name = table ? `${verb.toLowerCase()} ${table.toLowerCase()}` : verb.toLowerCase()
  if (names.size < mostNames) names.set(text, name)
  return name
}
