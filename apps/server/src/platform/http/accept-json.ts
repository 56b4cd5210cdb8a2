import type { FastifyInstance } from 'fastify'
import { type Problem, problems } from '../problem.ts'

/**
 * JSON is the one type of body; others are 415. An empty body is no body, whatever its Content-Type says: the
 * console's request helper always names one (specification 7). A call that takes text may also be sent it as it is.
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    const text = String(body)
    parse(request, text, (error, value) => done(error ?? complaintAbout(value, text), value))
  })
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (request, body, done) => {
    const { call } = request.routeOptions.config
    if (typeof call !== 'object' || !call.takesText) return done(problems.wrongType())
    done(null, String(body))
  })
}

/** Deeper than any call's body; what goes down into a value must not run out of stack. */
const deepest = 32

/** JSON lets a name stand twice in an object and takes the last one, which anyone who looked at the first did not see. */
function complaintAbout(value: unknown, text: string): Problem | null {
  let names = 0
  const open: [value: unknown, depth: number][] = [[value, 1]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [each, depth] = next
    if (typeof each !== 'object' || each === null) continue
    if (depth > deepest) return problems.nestedTooDeeply()
    const members = Object.values(each)
    if (!Array.isArray(each)) names += members.length
    for (const member of members) open.push([member, depth + 1])
  }
  return names === namesIn(text) ? null : problems.sameNameTwice()
}

/** How many names of members stand in a JSON text: the strings before a colon. */
function namesIn(text: string): number {
  let names = 0
  for (let from = text.indexOf('"'); from >= 0; ) {
    const end = endOfString(text, from)
    let after = end + 1
    while (/\s/.test(text[after] ?? '')) after++
    if (text[after] === ':') names++
    from = text.indexOf('"', after)
  }
  return names
}

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '"') return at
    if (text[at] === '\\') at++
  }
  return text.length
}
