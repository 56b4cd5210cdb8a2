import { z } from 'zod'

/** How a company is known to SAP and to us (decision 26). */
export const SapCompanyId = z.string().regex(/^\d{1,10}$/, 'must be a SAP Company ID of 1 to 10 digits')
