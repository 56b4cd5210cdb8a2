import { carrierFacts } from './carrier.facts.ts'
import { aerisSamples, attSamples, verizonSamples, wylessSamples } from './samples-stage.ts'

carrierFacts('AT&T, by its samples', attSamples)
carrierFacts('Verizon, by its samples', verizonSamples)
carrierFacts('Aeris, by its samples', aerisSamples)
carrierFacts('Wyless with a session key, by its samples', wylessSamples('session-key'))
carrierFacts('Wyless with login on every call, by its samples', wylessSamples('login'))
