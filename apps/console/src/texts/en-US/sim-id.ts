/** A SIM ID as every screen asks for it (D24). */
export const simId = {
  SimId: 'SIM ID',
  SimIdHelp: '18 to 22 digits. Spaces and dashes are dropped.',
  SimIdNotDigits: 'A SIM ID has digits only. This one also has “@@found@@”.',
  SimIdLength: 'A SIM ID has 18 to 22 digits. This one has @@count@@.',
  VendorByPrefix: '@@carrier@@ by prefix @@prefix@@. Check digit fits.',
  VendorByInventory: 'The inventory says which carrier it is. Check digit fits.',
  CheckDigitWarning: 'The check digit does not fit. Some cards have none; check for a typing error.',
  CarrierIsSlow: '@@system@@ is slow at the moment.',
  BeforeOne: 'One look-up is ahead of this one.',
  Before: '@@count@@ look-ups are ahead of this one.',
  AboutSeconds: 'It takes about @@seconds@@ s.',
  AboutMinutes: 'It takes about @@minutes@@ {minute|minutes}.',
} as const
