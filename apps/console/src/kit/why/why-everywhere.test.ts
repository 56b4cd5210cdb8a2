import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Call, calls } from '@support-console/contract'
import { expect, it } from 'vitest'

const features = join(import.meta.dirname, '../../features')
const sourceOf = (feature: string): string =>
  readdirSync(join(features, feature), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .map((name) => readFileSync(join(features, feature, name), 'utf8'))
    .join('\n')

const cutting = Object.values(calls as Record<string, Call>).filter((call) => call.cutsOff)

it.each(readdirSync(features).map((name) => [name, sourceOf(name)] as const))(
  '43.4 feature %s asks for a reason where it cuts off, so that REASON_REQUIRED leaves a way',
  (_, source) => {
    const cuts = cutting.filter(({ method, path }) => source.includes(`'${method} ${path}'`))
    if (cuts.length > 0) expect(source).toContain('<WhyFields')
  },
)

it('43.4 the features make each call that cuts off', () => {
  const all = readdirSync(features).map(sourceOf).join('\n')
  expect(cutting.filter(({ method, path }) => !all.includes(`'${method} ${path}'`))).toEqual([])
})
