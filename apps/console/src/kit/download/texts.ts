import { download } from '../../texts/en-US/download.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(download)
