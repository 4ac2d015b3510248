module candidate

go 1.24
