module fourth-candidate

go 1.24
