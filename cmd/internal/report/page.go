package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
)

var (
	//go:embed page.html
	pageText string
	//go:embed page.css
	style string
	//go:embed page.js
	script string

	page = template.Must(template.New("page").Parse(pageText))
)

// HTML writes the page.
func (r *Report) HTML(w io.Writer) error {
	v, err := r.view()
	if err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	if err := page.Execute(w, v); err != nil {
		return fmt.Errorf("write report: %w", err)
	}
	return nil
}
