import type { BlockOf } from '#app/content/types.ts'
import { mapByIndex } from '#app/ui/map-by-index.tsx'

type Statistic = NonNullable<BlockOf<'numbersBand'>['figures']>[number]
type Props = { figures: Statistic[] | null | undefined; className?: string; itemClassName?: string }

/** Numbers with their labels. Each block styles them. */
export function StatisticList({ figures, className, itemClassName }: Props) {
  const shown = figures?.filter(({ value }) => value)
  if (!shown?.length) return null
  return (
    <dl className={className}>
      {mapByIndex(shown, ({ value, label }) => (
        <div className={itemClassName}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
