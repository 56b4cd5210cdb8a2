import { carrierFacts } from './carrier.facts.ts'
import { fieldParts, onField } from './field-stage.ts'

carrierFacts('AT&T, in the field', onField(fieldParts.att))
carrierFacts('Verizon, in the field', onField(fieldParts.verizon))
carrierFacts('Aeris, in the field', onField(fieldParts.aeris))
carrierFacts('Wyless with a session key, in the field', onField(fieldParts.wyless))
carrierFacts('Wyless with login on every call, in the field', onField(fieldParts.wylessByLogin))
