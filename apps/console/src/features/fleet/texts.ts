import { fleet } from '../../texts/en-US/fleet.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(fleet)
