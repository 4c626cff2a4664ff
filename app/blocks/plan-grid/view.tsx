import { Form } from '@remix-run/react'
import { type MouseEvent, useId, useRef } from 'react'
import styles from '#app/blocks/plan-grid/styles.module.css'
import { SectionHead } from '#app/blocks/section-head.tsx'
import { EditableDocument, useEditAttribute } from '#app/content/click-to-edit.tsx'
import { formatPrice, formatPropertyValue, saleCents, savingCents, toCents } from '#app/content/money.ts'
import { useSettings } from '#app/content/settings.tsx'
import type { BlockOf, Plan } from '#app/content/types.ts'
import { measure } from '#app/forms/measure.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { CardHeading, preventWordBreaks } from '#app/ui/heading.tsx'
import { CheckIcon } from '#app/ui/icons.tsx'
import { mapByIndex } from '#app/ui/map-by-index.tsx'
import { Section } from '#app/ui/section.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

type Props = { block: BlockOf<'planGrid'>; chosenPlan?: string | null }

export function PlanGridView({ block, chosenPlan }: Props) {
  const bundles = block.kind === 'bundle'
  return (
    <Section tone={bundles ? 'pine' : 'paper'}>
      <SectionHead heading={block.heading} intro={block.intro} />
      {block.plans.length > 0 && (
        <ul className={classNames(styles.grid, bundles ? styles.bundles : styles.rates)}>
          {block.plans.map((plan) => (
            <li key={plan._id} className={styles.item}>
              <EditableDocument source={{ id: plan._id, type: 'plan' }}>
                <PlanCard plan={plan} chosen={Boolean(chosenPlan) && plan.slug === chosenPlan} />
              </EditableDocument>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** A form that chooses the plan on a click anywhere on the card. Before hydration, its button covers the whole card. */
function PlanCard({ plan, chosen }: { plan: Plan; chosen: boolean }) {
  const { planWords: labels } = useSettings()
  const id = useId()
  const saving = savingCents(plan)
  const hydrated = useHydrated()
  const isMeasured = useRef(false)
  const edit = useEditAttribute()
  function choose(event: MouseEvent<HTMLFormElement>) {
    const button = event.currentTarget.querySelector('button')
    if (!button || button.contains(event.target as Node) || window.getSelection()?.isCollapsed === false)
      return
    event.currentTarget.requestSubmit(button)
  }
  return (
    <Form
      method="post"
      action="/checkout/plan"
      className={classNames(styles.card, chosen && styles.chosen, !hydrated && styles.covered)}
      data-tone="paper"
      onClick={choose}
      onSubmit={() => {
        if (isMeasured.current) return // a double click
        isMeasured.current = true
        measure({ name: 'plan_chosen', plan: plan.slug ?? '', amount: Math.round(plan.price ?? 0) })
      }}
    >
      <input type="hidden" name="plan" value={plan.slug ?? ''} />
      <div className={styles.title}>
        <CardHeading id={id} {...edit('title')}>
          {plan.title}
        </CardHeading>
        {plan.summary && <p className={styles.summary}>{plan.summary}</p>}
      </div>
      <div className={styles.money}>
        {plan.price !== null && (
          <p className={styles.price} {...edit('price')}>
            {formatPrice(toCents(plan.price))}
          </p>
        )}
        {plan.cap !== null && (
          <p className={styles.term} {...edit('cap')}>
            {labels?.cap} {formatPropertyValue(toCents(plan.cap))}
          </p>
        )}
        {plan.credit !== null && (
          <p className={styles.term} {...edit('credit')}>
            {formatPrice(toCents(plan.credit))} {labels?.credit}
          </p>
        )}
        {saving !== undefined && (
          <Badge>
            {labels?.saving} {formatPrice(saving)}
          </Badge>
        )}
      </div>
      {plan.features?.length ? (
        <ul className={styles.features}>
          {mapByIndex(plan.features, (feature) => (
            <li>
              <CheckIcon className={styles.check} />
              <span>{preventWordBreaks(feature)}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {saleCents(plan) ? (
        <Button type="submit" className={styles.choose} aria-describedby={id}>
          {chosen ? labels?.selected : labels?.choose}
        </Button>
      ) : (
        <p>{labels?.unavailable}</p>
      )}
    </Form>
  )
}
