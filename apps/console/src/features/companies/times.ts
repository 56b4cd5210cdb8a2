const two = (value: number) => String(value).padStart(2, '0')

/** Local day and minute of an instant (ISO 8601): '2026-11-18 09:12'. */
export function sayMinute(instant: string): string {
  const date = new Date(instant)
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}
