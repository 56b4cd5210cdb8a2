import { afterAll } from 'vitest'
import { fastField, startField } from '../../testing/field-process.ts'
import { carrierFacts } from './carrier.facts.ts'
import { fieldParts, onField } from './field-stage.ts'

const field = await startField(fastField)
afterAll(() => field.stop())

carrierFacts('AT&T, in the field', onField(fieldParts.att, field))
carrierFacts('Verizon, in the field', onField(fieldParts.verizon, field))
carrierFacts('Aeris, in the field', onField(fieldParts.aeris, field))
carrierFacts('Wyless with a session key, in the field', onField(fieldParts.wyless, field))
carrierFacts('Wyless with login on every call, in the field', onField(fieldParts.wylessByLogin, field))
