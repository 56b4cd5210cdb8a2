import { csr } from '../../texts/en-US/csr.ts'
import { textsOf } from '../../texts/text.ts'

export const text = textsOf(csr)
