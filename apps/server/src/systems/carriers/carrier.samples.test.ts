import { carrierFacts } from './carrier.facts.ts'
import { aerisAnswers, attAnswers, verizonAnswers, wylessAnswers } from './carrier-answers.facts.ts'
import { aerisSamples, attSamples, verizonSamples, wylessSamples } from './samples-stage.ts'

carrierFacts('AT&T, by its samples', attSamples, attAnswers)
carrierFacts('Verizon, by its samples', verizonSamples, verizonAnswers)
carrierFacts('Aeris, by its samples', aerisSamples, aerisAnswers)
carrierFacts('Wyless with a session key, by its samples', wylessSamples('session-key'), wylessAnswers(1))
carrierFacts('Wyless with login on every call, by its samples', wylessSamples('login'), wylessAnswers(0))
