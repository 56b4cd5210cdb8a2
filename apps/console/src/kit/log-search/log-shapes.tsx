/** What stands for each log: in the menu, and beside a transaction in the other one. */
export const logShapes = {
  simActivity: <path d="M6 4h7.5M6 8h7.5M6 12h7.5M2.75 4h.01M2.75 8h.01M2.75 12h.01" />,
  auditTrail: (
    <>
      <circle cx="6" cy="5" r="2.5" />
      <path d="M1.5 13.5c.3-2.8 2-4.3 4.5-4.3 1 0 1.9.2 2.6.7M9.5 11.8l1.7 1.7 3.3-3.6" />
    </>
  ),
} as const
