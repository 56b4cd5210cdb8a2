import { homePage } from '../../texts/en-US/home-page.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(homePage)
