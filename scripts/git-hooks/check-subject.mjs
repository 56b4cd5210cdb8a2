import { readFileSync } from 'node:fs'
import { subjectFault } from '../lib/subject.mjs'

const fault = subjectFault(readFileSync(process.argv[2], 'utf8'))
if (fault) {
  console.error(`Not committed: ${fault}\nSay in the body why.`)
  process.exitCode = 1
}
