import { Form } from '@remix-run/react'
import type { SearchWords } from '#app/content/types.ts'
import { MAX_QUERY_CHARS } from '#app/search/query-limit.ts'
import styles from '#app/search/search.module.css'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'

/** `query` is the previous query. */
export function SearchForm({ labels, query = '' }: { labels: SearchWords | null; query?: string }) {
  return (
    <search>
      <Form action="/search" className={styles.form}>
        <Field
          // A new query remounts the field, which then shows it.
          key={query}
          id="search-query"
          name="q"
          type="search"
          label={labels?.label}
          defaultValue={query}
          maxLength={MAX_QUERY_CHARS}
          autoComplete="off"
        />
        <Button type="submit">{labels?.button}</Button>
      </Form>
    </search>
  )
}
