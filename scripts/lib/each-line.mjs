/** Tells each line of a stream of text. `node:readline` takes U+2028 and U+2029 for ends of lines, too, which JSON has as they are. */
export function eachLine(stream, tell) {
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()
    for (const line of lines) tell(line.replace(/\r$/, ''))
  })
  stream.on('end', () => {
    if (rest !== '') tell(rest)
  })
}
