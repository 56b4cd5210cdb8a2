import { accessFaults } from './access.ts'
import { auditFaults } from './audit.ts'
import { databaseFaults } from './database.ts'
import { httpFaults } from './http.ts'
import { outboundFaults } from './outbound.ts'

export const platformFaults = [
  ...accessFaults,
  ...auditFaults,
  ...databaseFaults,
  ...httpFaults,
  ...outboundFaults,
]
