import { Form } from '@remix-run/react'
import type { SearchWords } from '#app/content/types.ts'
import { MAX_QUERY_CHARS } from '#app/search/query.ts'
import styles from '#app/search/search.module.css'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'

/** `query` is the previous query. */
export function SearchForm({ words, query = '' }: { words: SearchWords | null; query?: string }) {
  return (
    <search>
      <Form action="/search" className={styles.form}>
        <Field
          // Shows the query of the results, not what was typed meanwhile.
          key={query}
          id="search-query"
          name="q"
          type="search"
          label={words?.label}
          defaultValue={query}
          maxLength={MAX_QUERY_CHARS}
          autoComplete="off"
        />
        <Button type="submit">{words?.button}</Button>
      </Form>
    </search>
  )
}
