import { transactionPage } from '../../../texts/en-US/transaction-page.ts'
import { textsOf } from '../../../texts/text.ts'

export const text = textsOf(transactionPage)
