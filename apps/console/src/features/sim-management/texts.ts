import { simManagement } from '../../texts/en-US/sim-management.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(simManagement)
