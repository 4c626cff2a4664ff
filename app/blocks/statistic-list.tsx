import type { BlockOf } from '#app/content/types.ts'
import { mapByIndex } from '#app/ui/map-by-index.tsx'

type Figure = NonNullable<BlockOf<'numbersBand'>['figures']>[number]
type Props = { figures: Figure[] | null | undefined; className?: string; figureClassName?: string }

/** Headline figures with what they count. Each block gives them its own look; the figure is the `dd`. */
export function Figures({ figures, className, figureClassName }: Props) {
  const shown = figures?.filter(({ value }) => value)
  if (!shown?.length) return null
  return (
    <dl className={className}>
      {mapByIndex(shown, ({ value, label }) => (
        <div className={figureClassName}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
