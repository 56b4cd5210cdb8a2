import { homeFigures } from '../../texts/en-US/home-figures.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(homeFigures)
