package files

import (
	"fmt"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/take"
)

// SaveReleases downloads the run's first releases for a spreadsheet.
func (f *Feature) SaveReleases() {
	var s film.Show
	if f.m.Front.Played == nil || s.UnmarshalBinary(f.m.Front.Played) != nil {
		f.m.Notes = []lang.Message{lang.Say("page.releases.none")}
		return
	}
	f.m.Host.Download("indistinct-"+f.m.Front.About.Name+"-releases.csv", "text/csv;charset=utf-8",
		take.Releases(f.m.L, &s))
}

// SaveReport downloads the report; the file is what the run returned. While a
// run is still completing it, the file waits for the end.
func (f *Feature) SaveReport() {
	d := f.m.Front
	if d.Run != nil && d.Report != nil && d.Report.Pending != "" {
		f.due[d] = true
		f.m.Confirm(lang.Say("page.saved.later"))
		return
	}
	f.save(d)
}

// save downloads a laboratory's report.
func (f *Feature) save(d *laboratory.State) {
	if d.Report == nil {
		return
	}
	name := fmt.Sprintf("indistinct-%s-seed%d.json", d.About.Name, d.Report.Spec.Seed())
	f.m.Host.Download(name, "application/json", string(d.ReportFile()))
}
