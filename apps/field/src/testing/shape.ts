import { readFileSync } from 'node:fs'
import { XMLParser } from 'fast-xml-parser'

/** A reply as the guide prints it, from packages/carrier-samples. */
export const sample = (path: string): string =>
  readFileSync(new URL(`../../../../packages/carrier-samples/src/${path}`, import.meta.url), 'utf8')

export const jsonSample = (path: string): unknown => JSON.parse(sample(path))

/**
 * The shape of a value: its names and the kinds of its values, without the values. Null fits every kind, so it is
 * left out of the comparison by `sameShape`.
 */
export function shapeDifferences(actual: unknown, expected: unknown, at = '$'): string[] {
  if (actual === null || expected === null) return []
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return [`${at} is no list`]
    const [first] = expected
    return first === undefined
      ? []
      : actual.flatMap((item, i) => shapeDifferences(item, first, `${at}[${i}]`))
  }
  if (typeof expected === 'object') {
    if (typeof actual !== 'object') return [`${at} is no object`]
    const here = new Map(Object.entries(actual))
    const there = new Map(Object.entries(expected as object))
    const missing = [...there.keys()].filter((key) => !here.has(key)).map((key) => `${at}.${key} is missing`)
    const extra = [...here.keys()].filter((key) => !there.has(key)).map((key) => `${at}.${key} is extra`)
    const inner = [...there].flatMap(([key, value]) =>
      here.has(key) ? shapeDifferences(here.get(key), value, `${at}.${key}`) : [],
    )
    return [...missing, ...extra, ...inner]
  }
  return typeof actual === typeof expected ? [] : [`${at} is ${typeof actual}, not ${typeof expected}`]
}

const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  preserveOrder: true,
  ignoreDeclaration: true,
})

/** Element names in order, with their namespaces; texts left out. */
export function xmlShape(xml: string): unknown {
  const walk = (nodes: unknown): unknown => {
    if (!Array.isArray(nodes)) return undefined
    return nodes.flatMap((node: Record<string, unknown>) => {
      const name = Object.keys(node).find((key) => key !== ':@' && key !== '#text')
      return name ? [[name, node[':@'] ?? {}, walk(node[name])]] : []
    })
  }
  return walk(parser.parse(xml))
}
