import { carrierFacts } from './carrier.facts.ts'
import { aerisAnswers, attAnswers, verizonAnswers, wylessAnswers } from './carrier-answers.facts.ts'
import { aerisUsageWords, attUsageWords, verizonUsageWords } from './carrier-usage.facts.ts'
import { aerisSamples, attSamples, verizonSamples, wylessSamples } from './samples-stage.ts'

carrierFacts('AT&T, by its samples', attSamples, attAnswers, attUsageWords)
carrierFacts('Verizon, by its samples', verizonSamples, verizonAnswers, verizonUsageWords)
carrierFacts('Aeris, by its samples', aerisSamples, aerisAnswers, aerisUsageWords)
carrierFacts('Wyless with a session key, by its samples', wylessSamples('session-key'), wylessAnswers(1))
carrierFacts('Wyless with login on every call, by its samples', wylessSamples('login'), wylessAnswers(0))
