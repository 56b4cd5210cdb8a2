/** For tests: reads a CSV file strictly by RFC 4180 (with BOM, CRLF between records); shares no code with the writer. */
export function parseCsv(text: string): string[][] {
  if (!text.startsWith('\ufeff')) throw new Error('no BOM')
  const records: string[][] = []
  let record: string[] = []
  let at = 1
  while (at < text.length) {
    const [field, next] = text[at] === '"' ? quoted(text, at + 1) : plain(text, at)
    record.push(field)
    at = next
    if (text[at] === ',') {
      at++
      if (at === text.length) throw new Error('ends after a comma')
      continue
    }
    if (!text.startsWith('\r\n', at)) throw new Error(`neither comma nor CRLF after a field, at ${at}`)
    at += 2
    records.push(record)
    record = []
  }
  if (record.length > 0) throw new Error('the last record has no end')
  return records
}

function plain(text: string, from: number): [string, number] {
  let at = from
  while (at < text.length && text[at] !== ',' && !text.startsWith('\r\n', at)) {
    if (text[at] === '"' || text[at] === '\n' || text[at] === '\r')
      throw new Error(`unquoted ${JSON.stringify(text[at])} at ${at}`)
    at++
  }
  return [text.slice(from, at), at]
}

function quoted(text: string, from: number): [string, number] {
  let field = ''
  let at = from
  for (;;) {
    const end = text.indexOf('"', at)
    if (end < 0) throw new Error('a quote without end')
    field += text.slice(at, end)
    if (text[end + 1] !== '"') return [field, end + 1]
    field += '"'
    at = end + 2
  }
}
