module sixteenth

go 1.22
