// npm run licences: under which licence each package is that the product ships; ends with 1 where one is not allowed
// (scripts/lib/shipped.ts has the list).
import { isAllowed, refOf, shipped } from './lib/shipped.ts'

const packages = shipped()
const byLicence = Map.groupBy(packages, ({ licence }) => licence || 'none said')
for (const [licence, those] of [...byLicence].sort(([, a], [, b]) => b.length - a.length))
  console.log(
    `${isAllowed(licence) ? '✓' : '✗'} ${licence} (${those.length}): ${those.map(refOf).join(', ')}`,
  )
if (!packages.every(({ licence }) => isAllowed(licence))) process.exitCode = 1
