import { simInformation } from '../../texts/en-US/sim-information.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(simInformation)
