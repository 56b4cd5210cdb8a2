import { installersLink } from '../../texts/en-US/installers-link.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(installersLink)
