import { simActivity } from '../../texts/en-US/sim-activity.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(simActivity)
