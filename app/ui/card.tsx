import type { ComponentProps } from 'react'
import styles from '#app/ui/card.module.css'
import { classNames } from '#app/ui/class-names.ts'

/** A sheet on the page's ground. */
export function Card({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={classNames(styles.card, className)} />
}
