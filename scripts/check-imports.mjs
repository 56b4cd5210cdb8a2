// Which way the doors open (docs/architecture.md). Biome cannot say rules made from a folder listing, so this does:
// it reads every import of our own code, resolves it, and fails on a breach, or on rooms of the server that import each other in a
// circle. Takes another root as argument.
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { circlesIn, importGraph } from './lib/import-graph.ts'
import {
  addressBook,
  breach,
  otherClock,
  ownClock,
  placesIn,
  roleAsked,
  roomOf,
  writtenAddress,
} from './lib/import-rules.mjs'

const root = resolve(process.argv[2] ?? resolve(dirname(fileURLToPath(import.meta.url)), '..'))

const graph = importGraph(root)
const complaints = []
const textOf = (file) => readFileSync(join(root, file), 'utf8')
const places = placesIn(graph.has(addressBook) ? textOf(addressBook) : '')
for (const [file, imports] of graph) {
  for (const { to } of imports) {
    const why = breach(file, to)
    if (why) complaints.push(`${file} imports ${to}: ${why}`)
  }
  const text = textOf(file)
  const clock = otherClock(file, text)
  if (clock) complaints.push(`${file} has ${clock}: the server asks the platform's clock (D39)`)
  const own = ownClock(file, text)
  if (own) complaints.push(`${file} has ${own}: 'now' is the server's, serverNow() of ui/server-clock.ts`)
  const address = writtenAddress(file, text, places)
  if (address) complaints.push(`${file} has ${address}: ${addressBook} builds the console's addresses (D25)`)
  const role = roleAsked(file, text)
  if (role) complaints.push(`${file} has ${role}: the server asks user.may (D45)`)
}

// Of two rooms that import each other, be it types, none can be read first.
const rooms = new Map()
for (const [file, imports] of graph)
  for (const { to } of imports) {
    const [mine, theirs] = [roomOf(file), roomOf(to)]
    if (mine && theirs && mine !== theirs) rooms.set(mine, [...(rooms.get(mine) ?? []), { to: theirs }])
  }
for (const circle of circlesIn(rooms)) complaints.push(`cycle: ${circle}`)

for (const complaint of complaints) console.error(complaint)
console.log(`${graph.size} files, ${complaints.length} breaches of the import rules`)
process.exitCode = complaints.length > 0 ? 1 : 0
