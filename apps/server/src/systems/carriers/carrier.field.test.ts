import { afterAll } from 'vitest'
import { fastField, startField } from '../../testing/test-field.ts'
import { carrierFacts } from './carrier.facts.ts'
import { aerisAnswers, attAnswers, verizonAnswers, wylessAnswers } from './carrier-answers.facts.ts'
import { aerisUsageWords, attUsageWords, verizonUsageWords } from './carrier-usage.facts.ts'
import { fieldParts, onField } from './field-stage.ts'

const field = await startField(fastField)
afterAll(() => field.stop())

carrierFacts('AT&T, in the field', onField(fieldParts.att, field), attAnswers, attUsageWords)
carrierFacts('Verizon, in the field', onField(fieldParts.verizon, field), verizonAnswers, verizonUsageWords)
carrierFacts('Aeris, in the field', onField(fieldParts.aeris, field), aerisAnswers, aerisUsageWords)
carrierFacts('Wyless with a session key, in the field', onField(fieldParts.wyless, field), wylessAnswers(1))
carrierFacts(
  'Wyless with login on every call, in the field',
  onField(fieldParts.wylessByLogin, field),
  wylessAnswers(0),
)
