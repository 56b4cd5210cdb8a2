/** What a SIM used against what its plan includes (D51). No schemas, so that the console can carry it. */

const units = { KB: 1_000, MB: 1_000_000, GB: 1_000_000_000 } as const

/** What these plans include together, where their names say so: 'Alarm 5MB'; null: none of them does. */
export function includedBytes(plans: string): number | null {
  const sizes = plans.split(', ').map((plan) => {
    const [, amount, unit] = /(?<![\w.])(\d+(?:\.\d+)?) ?(KB|MB|GB)\b/i.exec(plan) ?? []
    return amount && unit ? Number(amount) * units[unit.toUpperCase() as keyof typeof units] : 0
  })
  return Math.round(sizes.reduce((sum, bytes) => sum + bytes, 0)) || null
}

export const usedPercent = (used: number, included: number): number => Math.round((used / included) * 100)

export const usageLevels = ['below', 'warning', 'alert'] as const
type UsageLevel = (typeof usageLevels)[number]

/** Where a share stands against the thresholds of the SIM's company. */
export function usageLevel(
  percent: number,
  limits: { warningPercent: number; alertPercent: number },
): UsageLevel {
  if (percent >= limits.alertPercent) return 'alert'
  return percent >= limits.warningPercent ? 'warning' : 'below'
}
