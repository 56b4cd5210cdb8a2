/** The query of an address that was copied out of a page's source, where '&' is written '&amp;'. In a value it would be '%26'. */
export const plainQuery = (query: string): string => query.replace(/&(?:amp;)+/gi, '&')

/** Before anything reads the address. */
export function repairAddress(): void {
  const plain = plainQuery(location.search)
  if (plain !== location.search) history.replaceState(history.state, '', plain)
}
